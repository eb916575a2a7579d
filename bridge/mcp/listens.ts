import type { IncomingCall, RequestId } from "../rpc/json-rpc.ts";
import { noReply } from "../rpc/json-rpc.ts";
import { metaKeys } from "./era.ts";

interface Listen {
  readonly id: RequestId;
  readonly listChanged: boolean;
  /** URI as the client wrote it, and the file that it means. */
  readonly files: ReadonlyMap<string, string>;
  end(): void;
}

/** The open `subscriptions/listen` requests of one client (2026-07-28). */
export class Listens {
  private readonly notify: (method: string, params: unknown) => void;
  private readonly open = new Set<Listen>();

  constructor(notify: (method: string, params: unknown) => void) {
    this.notify = notify;
  }

  /** Says what is heard of from now on; settles when the client cancels (no reply) or the server ends it. */
  add(call: IncomingCall, listChanged: boolean, files: ReadonlyMap<string, string>): Promise<unknown> {
    return new Promise((resolve) => {
      const done = (value: unknown) => {
        this.open.delete(listen);
        resolve(value);
      };
      const listen: Listen = {
        id: call.id,
        listChanged,
        files,
        end: () => done({ _meta: { [metaKeys.subscriptionId]: call.id } }),
      };
      call.signal.addEventListener("abort", () => done(noReply), { once: true });
      if (call.signal.aborted) return resolve(noReply);
      this.open.add(listen);
      this.send(listen, "notifications/subscriptions/acknowledged", {
        notifications: {
          ...(listChanged ? { resourcesListChanged: true } : {}),
          ...(files.size > 0 ? { resourceSubscriptions: [...files.keys()] } : {}),
        },
      });
    });
  }

  listChanged(): void {
    for (const listen of this.open)
      if (listen.listChanged) this.send(listen, "notifications/resources/list_changed", {});
  }

  updated(path: string): void {
    for (const listen of this.open) {
      for (const [uri, file] of listen.files) {
        if (file === path) this.send(listen, "notifications/resources/updated", { uri });
      }
    }
  }

  end(): void {
    for (const listen of [...this.open]) listen.end();
  }

  private send(listen: Listen, method: string, params: object): void {
    this.notify(method, { ...params, _meta: { [metaKeys.subscriptionId]: listen.id } });
  }
}
