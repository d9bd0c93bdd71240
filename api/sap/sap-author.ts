import { AsyncLocalStorage } from 'node:async_hooks'
import type { Author } from '../derive/save/author.ts'

const sender = new AsyncLocalStorage<Author>()

/** The author of what SAP's answers, documents and files change; of a file the history also names who sent it. */
export const sapAuthor: Author = {
  source: 'SAP',
  get id() {
    return sender.getStore()?.id ?? null
  },
  get ip() {
    return sender.getStore()?.ip ?? null
  },
  get requestId() {
    return sender.getStore()?.requestId ?? null
  },
  get importJobId() {
    return sender.getStore()?.importJobId as number
  },
}

/** Runs work whose changes come from a file of SAP that a person sent. */
export const asSender = <Result>(author: Author, work: () => Promise<Result>): Promise<Result> =>
  sender.run(author, work)
