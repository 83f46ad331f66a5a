/**
 * Registers the service worker for whoever is signed in, once the page is there: what it keeps must
 * not hold up what the page is made of. Without it everything works but for the page that says that
 * there is no connection.
 */
function register(): void {
  void navigator.serviceWorker
    .register("/service-worker.js", { updateViaCache: "none" })
    // Nothing is lost without one: a browser may forbid it, or be out of room.
    .catch(() => {});
}

if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
