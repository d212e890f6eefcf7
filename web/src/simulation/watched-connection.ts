// A connection whose messages to the host somebody sees, and who may say how far a frame goes: several simulations on one clock.
import type { Connect, Connection } from './connection';
import type { FrameTarget, ToHost } from './protocol';

export type MessageWatch = {
  /** Where a frame goes that names no target; null: by the clock of the host. `now` in ms. */
  target(now: number): FrameTarget | null;
  /** Sees each message before the host does. */
  sends(message: ToHost): void;
};

export const watched =
  (connect: Connect, watch: MessageWatch): Connect =>
  async (): Promise<Connection> => {
    const connection = await connect();
    const { port } = connection;
    return {
      ...connection,
      port: {
        postMessage(message, transfer) {
          const sent = message as ToHost;
          watch.sends(sent);
          const asked = sent.type === 'frame' && sent.target === null ? { ...sent, target: watch.target(sent.now) } : sent;
          port.postMessage(asked, transfer ?? []);
        },
        get onmessage() {
          return port.onmessage;
        },
        set onmessage(listener) {
          port.onmessage = listener;
        },
      },
    };
  };
