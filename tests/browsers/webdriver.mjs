// As much of WebDriver as the smoke test asks for: a session, a script, the wheel, a key.
import { spawn } from 'node:child_process';

const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' };

/** Starts `command` (a WebDriver server at `port`) and a session with these capabilities. */
export async function startSession(command, args, port, capabilities) {
  const process_ = spawn(command, args, { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  const call = async (method, path, body) => {
    const response = await fetch(`${base}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; ; tries += 1) {
    try {
      await call('GET', '/status');
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const session = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const path = `/session/${session.sessionId}`;
  /** Acts and lets go: WebKit takes a second equal turn of the wheel for none. */
  const act = async (actions) => {
    await call('POST', `${path}/actions`, { actions: [actions] });
    await call('DELETE', `${path}/actions`);
  };
  return {
    capabilities: session.capabilities,
    open: (url) => call('POST', `${path}/url`, { url }),
    run: (script, ...args_) => call('POST', `${path}/execute/sync`, { script, args: args_ }),
    wheel: (x, y, deltaY) => act({ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', origin: 'viewport', x, y, deltaX: 0, deltaY, duration: 0 }] }),
    press: (key) => act({ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value: KEYS[key] }, { type: 'keyUp', value: KEYS[key] }] }),
    async close() {
      await call('DELETE', path).catch(() => {});
      process_.kill();
    },
  };
}
