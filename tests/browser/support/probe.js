// Added to the page (probe.html) where the browser shows its console to nobody: keeps what goes wrong. It also remembers the
// page's Workers, so that a test can kill one.
{
  const heard = [];
  globalThis.heardErrors = heard;
  globalThis.startedWorkers = [];
  addEventListener(
    'error',
    (event) => {
      if (event instanceof CustomEvent) return; // what a figure tells
      const { target } = event;
      heard.push(target && target !== globalThis ? `failed: ${target.src ?? target.href}` : `uncaught: ${event.message}`);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => heard.push(`unhandled: ${event.reason?.message ?? event.reason}`));
  addEventListener('securitypolicyviolation', (event) => heard.push(`policy: ${event.violatedDirective}: ${event.blockedURI}`));
  const { error } = console;
  console.error = (...values) => {
    heard.push(`console: ${values.map(String).join(' ')}`);
    error.apply(console, values);
  };
  const PageWorker = globalThis.Worker;
  globalThis.Worker = class extends PageWorker {
    constructor(...values) {
      super(...values);
      globalThis.startedWorkers.push(this);
    }
  };
}
