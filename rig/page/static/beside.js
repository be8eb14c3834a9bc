// Teaching the dice, aiming the camera: asks for news, shows the tray with its rings, posts presses.  Without this file
// forms do the same.
"use strict";
(() => {
  const body = document.body, alertBox = document.getElementById("alert"), announce = document.getElementById("announce");
  const tray = document.getElementById("tray"), decision = document.querySelector("#act input[name=decision]");
  const shown = new Map(), NEWS_MS = 350, place = body.dataset.place;
  let known = "", busy = false, asking = false, refusalTimer = 0, timer = 0;

  const say = (sentence, lasting) => {
    alertBox.textContent = sentence;
    clearTimeout(refusalTimer);
    if (sentence && !lasting) refusalTimer = setTimeout(() => { alertBox.textContent = ""; }, 4500);
  };

  const swap = (id, html) => {
    const region = document.getElementById(id);
    if (shown.get(id) === html) return;
    const at = document.activeElement, focused = at && region.contains(at) ? at.id : "";
    region.innerHTML = html;
    shown.set(id, html);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  // Picture and rings change together, once the picture is there.
  const showTray = async (sent) => {
    if (sent.picture && !tray.src.endsWith(`${place}/picture/${sent.picture}`)) {
      const next = new Image();
      next.src = `${place}/picture/${sent.picture}`;
      try { await next.decode(); } catch { known = ""; return; }  // it came too late; the next news brings a newer one
      tray.src = next.src;
    }
    body.classList.toggle("has-picture", Boolean(sent.picture));
    swap("rings", sent.regions.rings);
  };

  const show = async (sent) => {
    known = String(sent.revision);
    if (!sent.regions) return;
    if (sent.step !== body.dataset.step) document.getElementById("side").scrollTop = 0;
    body.dataset.step = sent.step;
    decision.value = sent.decision;
    for (const id of ["head", "side", "legend"]) swap(id, sent.regions[id]);
    document.querySelector("#side .chosen")?.scrollIntoView({ block: "nearest" });
    if (announce.textContent !== sent.spoken) announce.textContent = sent.spoken;
    await showTray(sent);
  };

  const post = async (address, data) => (await fetch(address, { method: "POST", body: new URLSearchParams(data), headers: { Accept: "application/json" } })).json();

  const ask = async () => {
    clearTimeout(timer);
    if (asking || document.visibilityState !== "visible" || body.dataset.mayAct !== "yes") return;
    asking = true;
    try {
      await show(await post(`${place}/now`, { known }));
      if (alertBox.textContent === body.dataset.lost) say("");
      body.dataset.live = "yes";
    } catch { say(body.dataset.lost, true); } finally { asking = false; }
    timer = setTimeout(ask, NEWS_MS);
  };

  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (busy || !button || button.getAttribute("aria-disabled") === "true") return;
    busy = true;
    try {
      const answer = await post(`${place}/act`, { act: button.value, decision: decision.value });
      say(answer.accepted ? "" : answer.sentence);
    } catch { say(body.dataset.lost); } finally { busy = false; }
    ask();
  });
  document.addEventListener("visibilitychange", ask);
  addEventListener("pagehide", () => { navigator.sendBeacon?.(`${place}/now`, new URLSearchParams({ away: "yes" })); });
  addEventListener("pageshow", ask);
})();
