/** What a person has entered and the server has not got yet; files travel in `body` as they are. */
export interface Waiting<Body> {
  /** The key by which the server knows a repetition. */
  key: string
  /** Says to the person what it is, such as «LR 104 delivered». */
  label: string
  body: Body
  enteredAt: string
  /** Why the server refused it, once it could be asked. */
  refused?: string
}

const DATABASE = 'bilty-outbox'
const STORE = 'waiting'

type Stored<Body> = Waiting<Body> & { box: string }

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function inStore<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>) {
  const database = await open()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

/** Keeps an entry in a box of this browser, in place of an earlier one with its key. */
export const keep = <Body>(box: string, entry: Waiting<Body>) =>
  inStore('readwrite', store => store.put({ ...entry, box } satisfies Stored<Body>))

export const drop = (key: string) => inStore('readwrite', store => store.delete(key))

/** The entries of a box, the oldest first. */
export async function kept<Body>(box: string): Promise<Waiting<Body>[]> {
  const all: Stored<Body>[] = await inStore('readonly', store => store.getAll())
  return all.filter(entry => entry.box === box).sort((a, b) => (a.enteredAt < b.enteredAt ? -1 : 1))
}
