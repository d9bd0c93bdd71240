import type { Knex } from 'knex'
import type { AnyCommand } from '../../../resources/define/command.ts'
import { stepsFor, wireNames } from '../../../resources/define/process/process.ts'
import { transact } from '../../platform/transact.ts'
import { readBody } from '../command/read-body.ts'
import type { Bound, Context } from '../command/serve-commands.ts'
import type { Person } from '../rights/person.ts'
import type { AttachedProcess } from './attach.ts'
import { actorsOn, askBefore, rowAt, type Sent, subjectOf, takeStep, takeStepOnMany } from './take-step.ts'

/** Binds the commands of a process to the engine that takes its steps. */
export function bindProcess(
  commands: Record<'offered' | 'take' | 'many', AnyCommand>,
  bound: AttachedProcess,
): Bound[] {
  const { key, rows, number } = wireNames(bound.process)
  return [
    {
      command: commands.offered,
      handler: (body: never, { trx, person }: Context) => stepsOn(trx, bound, body[key], person),
    },
    {
      command: commands.take,
      async handler({ [key]: id, ...sent }: Sent, { trx: db, person, author }: Context) {
        const known = await askBefore(db, bound, id as number, sent as Sent, person)
        return transact(db, trx => takeStep(trx, bound, id as number, sent as Sent, { person, author, known }))
      },
    },
    {
      command: commands.many,
      async handler(body: Sent, { trx, person, author }: Context) {
        const { [rows]: wanted, ...said } = body
        const results = await takeStepOnMany(trx, bound, wanted as never, said, { person, author })
        return { results: results.map(({ number: no, ...result }) => ({ ...result, [number]: no })) }
      },
    },
  ] as Bound[]
}

/** Takes a step that is sent as a client sends it, by the command of the process; `known` is what was asked before. */
export function takeSentStep(
  trx: Knex,
  bound: AttachedProcess,
  { body }: AnyCommand,
  sent: unknown,
  by: Pick<Context, 'person' | 'author'> & { known?: unknown },
) {
  const { [wireNames(bound.process).key]: id, ...said } = readBody(body, sent, by.person)
  return takeStep(trx, bound, id as number, said as Sent, by)
}

/** The steps that the person may take on a record now, and those that wait with the reason. */
async function stepsOn(db: Knex, bound: AttachedProcess, id: number, person: Person) {
  const row = await rowAt(db, bound, id, person)
  return stepsFor(bound.process, subjectOf(bound, row, person), await actorsOn(db, bound, row, person))
}
