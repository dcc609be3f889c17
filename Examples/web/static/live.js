// When something was recorded, the page asks for itself again and takes the new main part: no reload, no lost place.
const url = document.body.dataset.live;
if (url) {
  let isFetching = false;
  let isOld = false;
  const refresh = async () => {
    if (isFetching) { isOld = true; return; }
    isFetching = true;
    try {
      const answer = await fetch(location.href);
      if (answer.ok) {
        const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
        // Somebody who is filling in a form keeps it.
        const isTyping = document.activeElement?.closest("main")?.matches("main") && document.activeElement.matches("input, select");
        if (main && !isTyping) document.querySelector("main").replaceWith(main);
      }
    } finally {
      isFetching = false;
      if (isOld) { isOld = false; setTimeout(refresh, 200); }
    }
  };
  new EventSource(url).onmessage = refresh;
}
