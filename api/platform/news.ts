import type { Knex } from 'knex'

/** What happened in a room, told in the transaction of its cause; rooms that build on it hear it in their `room.ts`. */
interface News<What extends unknown[]> {
  tell(trx: Knex, ...what: What): Promise<void>
  hear(listener: (trx: Knex, ...what: What) => Promise<unknown>): void
}

/** Declares news of a room. Its listeners are called one after the other, and what one throws undoes the cause. */
export function news<What extends unknown[]>(): News<What> {
  const listeners: ((trx: Knex, ...what: What) => Promise<unknown>)[] = []
  return {
    async tell(trx, ...what) {
      for (const listener of listeners) await listener(trx, ...what)
    },
    hear: listener => void listeners.push(listener),
  }
}

/** What a room asks of one that builds on it, which answers in its `room.ts`. */
interface Question<Asked extends unknown[], Answer> {
  /** Throws while no room answers. */
  ask(...asked: Asked): Answer
  answerBy(answer: (...asked: Asked) => Answer): void
}

/** Declares a question; `name` is what an error calls it. */
export function question<Asked extends unknown[], Answer>(name: string): Question<Asked, Answer> {
  let answer: ((...asked: Asked) => Answer) | undefined
  return {
    ask(...asked) {
      if (!answer) throw new Error(`No room answers “${name}”: import api/rooms.ts first`)
      return answer(...asked)
    },
    answerBy(by) {
      if (answer) throw new Error(`Two rooms answer “${name}”`)
      answer = by
    },
  }
}
