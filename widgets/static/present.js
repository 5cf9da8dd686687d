// One screen at a time: arrow keys and a click move on, Escape goes back to the whole page.
"use strict";

const screens = [...document.querySelectorAll(".wb-screens > .wb-screen")];
const place = document.querySelector(".wb-place");
const root = document.documentElement;
let now = -1;

function show(number) {
  now = Math.max(0, Math.min(screens.length - 1, number));
  root.classList.add("wb-presenting");
  screens.forEach((screen, at) => screen.classList.toggle("wb-now", at === now));
  if (place) place.textContent = `${now + 1} / ${screens.length}`;
  screens[now].focus({ preventScroll: true });
  window.scrollTo(0, 0);
  history.replaceState(null, "", `#${now + 1}`);
}

function leave() {
  if (now < 0) return;
  const screen = screens[now];
  root.classList.remove("wb-presenting");
  screens.forEach((other) => other.classList.remove("wb-now"));
  now = -1;
  history.replaceState(null, "", location.pathname + location.search);
  screen.scrollIntoView();
}

/** The first screen that is on the page where it is read as a whole. */
function inSight() {
  const found = screens.findIndex((screen) => screen.getBoundingClientRect().bottom > 80);
  return found < 0 ? 0 : found;
}

const KEYS = {
  ArrowRight: () => show(now + 1), ArrowDown: () => show(now + 1), PageDown: () => show(now + 1), " ": () => show(now + 1),
  ArrowLeft: () => show(now - 1), ArrowUp: () => show(now - 1), PageUp: () => show(now - 1),
  Home: () => show(0), End: () => show(screens.length - 1), c: () => show(0), Escape: leave, p: leave,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (now < 0) {
    if (event.key === "p") show(inSight());
    return;
  }
  const onButton = event.target.closest("button, summary, a");
  if (onButton && (event.key === " " || event.key === "Enter")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-wb-action]");
  if (!pressed) return;
  const action = pressed.getAttribute("data-wb-action");
  if (action === "present") show(inSight());
  else if (action === "leave") leave();
  else if (action === "next") show(now + 1);
  else if (action === "back") show(now - 1);
  else if (/^go-\d+$/.test(action)) {
    const number = Number(action.slice(3));
    if (now < 0) screens[number]?.scrollIntoView();
    else show(number);
  }
});

const asked = /^#(\d+)$/.exec(location.hash);
if (asked) show(Number(asked[1]) - 1);
