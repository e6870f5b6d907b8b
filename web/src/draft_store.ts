/** The database in the browser that holds texts, if the writer wants them to be kept. */

/** A text that is kept; `revision` grows with each version, so that no tab replaces another's. */
export interface Draft {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly format: string;
  readonly original: File | null;
  readonly changed: number;
  readonly revision: number;
}

/** Somebody else, in another tab, has changed or deleted the text. */
export class ChangedElsewhere extends Error {}

const NAME = "solecism";
const STORE = "drafts";

let opened: Promise<IDBDatabase> | null = null;

/** All texts, the newest first. */
export async function drafts(): Promise<readonly Draft[]> {
  const all = await run<Draft[]>("readonly", (store) => store.getAll());
  return all.sort((a, b) => b.changed - a.changed);
}

/** Keep a text whose former version is known; its new version. */
export async function keep(draft: Draft): Promise<Draft> {
  const next = { ...draft, changed: Date.now(), revision: draft.revision + 1 };
  const database = await connected();
  await new Promise<void>((done, fail) => {
    // The transaction makes sure that nobody writes between reading and writing.
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    const known: IDBRequest<Draft | undefined> = store.get(draft.id);
    let problem: Error | null = null;
    known.addEventListener("success", () => {
      if ((known.result?.revision ?? 0) === draft.revision) {
        store.put(next);
      } else {
        problem = new ChangedElsewhere();
        transaction.abort();
      }
    });
    transaction.addEventListener("complete", () => done());
    transaction.addEventListener("abort", () => fail(problem ?? transaction.error));
  });
  return next;
}

/** Delete one text. */
export async function remove(id: string): Promise<void> {
  await run("readwrite", (store) => store.delete(id));
}

/** Delete all texts, and the database. */
export async function removeAll(): Promise<void> {
  await run("readwrite", (store) => store.clear());
  (await connected()).close();
  opened = null;
  // Other tabs may have it open: it is empty in any case.
  indexedDB.deleteDatabase(NAME);
}

async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const transaction = (await connected()).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  return new Promise((done, fail) => {
    transaction.addEventListener("complete", () => done(request.result as T));
    transaction.addEventListener("abort", () => fail(transaction.error));
  });
}

function connected(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(STORE, { keyPath: "id" });
    });
    request.addEventListener("success", () => {
      // Another tab may delete everything.
      request.result.addEventListener("versionchange", () => {
        request.result.close();
        opened = null;
      });
      done(request.result);
    });
    request.addEventListener("error", () => {
      opened = null;
      fail(request.error);
    });
  });
  return opened;
}
