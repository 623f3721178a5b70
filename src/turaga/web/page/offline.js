// The page without its server: its files are kept by a service worker.

/**
 * Have the page's files kept, where the browser can (on this machine, or by https). Nothing depends on it but a
 * reload without the server.
 * @returns {Promise<boolean>}  whether they are
 */
export async function keepFiles() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("/sw.js", { scope: "/" });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("keep");
    return true;
  } catch {
    return false; // the browser, or the person, does not want it
  }
}
