// When something was recorded, the page asks for itself again and takes the new main part: no reload, no lost place.
if (document.body.dataset.live) {
  let stream = null;
  let isFetching = false;
  let isOld = false;
  let failures = 0;
  const fields = "input:not([type=hidden]), select";
  const isChanged = (field) => field.matches("select")
    ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
    : field.value !== field.defaultValue;
  // Somebody who is filling in a form keeps it.
  const isFillingIn = () => Boolean(document.activeElement?.closest("main form")?.querySelector(fields))
    || [...document.querySelectorAll("main :is(input, select)")].some(isChanged);
  // What a link or a button does, but for the ids that a form makes anew.
  const name = (part) => {
    const form = part.closest("form");
    const given = [...form?.querySelectorAll("input[type=hidden]:not([name=id]):not([name=seen])") ?? []];
    return [form?.getAttribute("action"), part.getAttribute("href"), part.textContent, ...given.map((one) => one.value)].join("\n");
  };
  const plain = (main) => main.innerHTML.replace(/name="id" value="[^"]*"/g, "");
  // What says the same stays, so that nobody who listens to the page loses their place.
  const take = (main) => {
    if (plain(main) === plain(document.querySelector("main"))) return;
    const focused = document.activeElement?.closest("main") && name(document.activeElement);
    document.querySelector("main").replaceWith(main);
    const same = focused ? [...main.querySelectorAll("a, button")].filter((part) => name(part) === focused) : [];
    if (same.length === 1) same[0].focus();
  };
  const refresh = async () => {
    if (isFetching || isFillingIn()) { isOld = true; return; }
    [isFetching, isOld] = [true, false];
    let pause = 200;
    failures += 1;
    try {
      const answer = await fetch(location.href);
      // Somebody who has signed out elsewhere gets the whole page that says so.
      if (answer.redirected) { location.reload(); return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const main = page.querySelector("main");
      if (!answer.ok || !main || !page.body.dataset.live) throw new Error(answer.statusText);
      failures = 0;
      if (isFillingIn()) { isOld = true; return; }
      document.body.dataset.live = page.body.dataset.live;
      take(main);
    } catch {
      [isOld, pause] = [true, Math.min(1000 * 2 ** failures, 60000)];
    } finally {
      isFetching = false;
      if (isOld && !isFillingIn()) setTimeout(() => { if (stream) refresh(); }, pause);
    }
  };
  // A browser opens few streams to a host: a page that nobody sees needs none.
  const listen = (isSeen) => {
    if (isSeen === Boolean(stream)) return;
    stream?.close();
    stream = isSeen ? new EventSource(document.body.dataset.live) : null;
    if (!stream) return;
    if (isOld) setTimeout(refresh, 200);
    stream.onmessage = refresh;
    // A browser gives up for good where a proxy answers while the server is away.
    const opened = stream;
    stream.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED || opened !== stream) return;
      stream = null;
      // Where the cookie has ended, the page itself says so.
      setTimeout(() => { listen(document.visibilityState === "visible"); if (stream) refresh(); }, 2000 + Math.random() * 3000);
    };
  };
  addEventListener("focusout", () => setTimeout(() => { if (isOld) refresh(); }, 200));
  addEventListener("visibilitychange", () => listen(document.visibilityState === "visible"));
  addEventListener("pagehide", () => listen(false));
  addEventListener("pageshow", () => listen(document.visibilityState === "visible"));
  listen(document.visibilityState === "visible");
}
