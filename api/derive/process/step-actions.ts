import { stepIn } from '../../../resources/define/process/process.ts'
import type { ActionHandler } from '../extend.ts'
import type { AttachedProcess, Deed } from './attach.ts'
import { demandStep, effectOf, type Row, saveStep } from './take-step.ts'

/** The functions of the actions by which people take these steps on rows of a resource, all or none. */
export const stepActions = <const Name extends string>(bound: AttachedProcess, ...names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, stepAction(bound, name)])) as Record<Name, ActionHandler>

function stepAction(bound: AttachedProcess, step: string): ActionHandler {
  if (!stepIn(bound.process, step)) throw new Error(`${bound.process.of} has no step ${step}`)
  return async (trx, { rows, values, person, author, known }) => {
    let answer: string | undefined
    for (const row of rows as unknown as Row[]) {
      demandStep(bound, row, step, person)
      const deed = { row, said: values, remark: '', person, author, known }
      const done = (await effectOf<Deed<Row>>(bound.attached.effects, step)?.(trx, deed)) ?? {}
      await saveStep(trx, bound, step, deed, done)
      answer = done.answer
    }
    return answer
  }
}
