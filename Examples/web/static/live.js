// When something was recorded, the page asks for itself again and takes the new main part: no reload, no lost place.
if (document.body.dataset.live) {
  let stream = null;
  let isFetching = false;
  let isOld = false;
  const fields = "input:not([type=hidden]), select";
  const isChanged = (field) => field.matches("select")
    ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
    : field.value !== field.defaultValue;
  // Somebody who is filling in a form keeps it.
  const isFillingIn = () => Boolean(document.activeElement?.closest("main form")?.querySelector(fields))
    || [...document.querySelectorAll("main :is(input, select)")].some(isChanged);
  const name = (part) => [part.closest("form")?.getAttribute("action"), part.tagName, part.getAttribute("href")].join();
  const take = (main) => {
    const focused = document.activeElement?.closest("main") && name(document.activeElement);
    document.querySelector("main").replaceWith(main);
    if (focused) [...main.querySelectorAll("a, button")].find((part) => name(part) === focused)?.focus();
  };
  const refresh = async () => {
    if (isFetching || isFillingIn()) { isOld = true; return; }
    [isFetching, isOld] = [true, false];
    let pause = 200;
    try {
      const answer = await fetch(location.href);
      // Somebody who has signed out elsewhere gets the whole page that says so.
      if (answer.redirected) { location.reload(); return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok) throw new Error(answer.statusText);
      if (isFillingIn()) { isOld = true; return; }
      document.body.dataset.live = page.body.dataset.live;
      take(page.querySelector("main"));
    } catch {
      [isOld, pause] = [true, 2000];
    } finally {
      isFetching = false;
      if (isOld && !isFillingIn()) setTimeout(refresh, pause);
    }
  };
  // A browser opens few streams to a host: a page that nobody sees needs none.
  const listen = (isSeen) => {
    if (isSeen === Boolean(stream)) return;
    stream?.close();
    stream = isSeen ? new EventSource(document.body.dataset.live) : null;
    if (!stream) return;
    stream.onmessage = refresh;
    // A browser gives up for good where a proxy answers while the server is away.
    const opened = stream;
    stream.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED || opened !== stream) return;
      stream = null;
      setTimeout(() => listen(document.visibilityState === "visible"), 2000 + Math.random() * 3000);
    };
  };
  addEventListener("focusout", () => setTimeout(() => { if (isOld) refresh(); }, 200));
  addEventListener("visibilitychange", () => listen(document.visibilityState === "visible"));
  addEventListener("pagehide", () => listen(false));
  addEventListener("pageshow", () => listen(document.visibilityState === "visible"));
  listen(document.visibilityState === "visible");
}
