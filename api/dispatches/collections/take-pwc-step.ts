import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, type Fault, problemWith } from '../../../resources/define/validate.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { type PwcStep, pwcStatusLabels, pwcSteps } from '../../../resources/dispatches/collections/pwc-flow.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import type { Author } from '../../derive/save/write.ts'
import { conflict, invalid, invalidField, unknownField } from '../../platform/errors.ts'
import { lockCollection } from './authorise.ts'
import { cancelCollection, correctFreight } from './change-collection.ts'
import { handOver, type Wrong } from './hand-over.ts'
import { makeReady, sendNewCode } from './make-ready.ts'

/** A step with what it asks, each field clean; those that were not sent are null. */
export interface PwcCommand {
  row: PwcCollection
  person: Person
  author: Author
  /** Signs the codes of the gate. */
  secret: string
  code: string | null
  vehicleNo: string | null
  ewayBillNo: string | null
  /** An instant. */
  ewayValidTo: string | null
  /** In paise. */
  freightPaidByCustomer: number | null
  reason: string | null
}

type Handler = (trx: Knex, command: PwcCommand) => Promise<Wrong | null>

const handlers: Record<PwcStep, Handler> = {
  ready: makeReady,
  collect: handOver,
  sendCode: sendNewCode,
  correctFreight,
  cancel: cancelCollection,
}

/** The fields of the resources that a step may ask. */
export const askedFields = {
  vehicleNo: pwcCollection.fields.vehicleNo,
  ewayBillNo: invoice.fields.ewayBillNo,
  ewayValidTo: invoice.fields.ewayValidTo,
  freightPaidByCustomer: { ...pwcCollection.fields.freightPaidByCustomer, optional: true as const },
  reason: pwcCollection.fields.reason,
}

/**
 * Takes a step of a collection: makes it ready, hands it over for its code, sends a new code, corrects its freight or
 * cancels it. Answers how many tries are left where the code was wrong, so that the count is kept; null when it is done.
 * Throws 400, 403, 404, 409 where the collection has gone on, and 422 where a licence or the e-way bill forbids it.
 */
export async function takePwcStep(
  trx: Knex,
  body: unknown,
  { person, author, secret }: Pick<PwcCommand, 'person' | 'author' | 'secret'>,
): Promise<Wrong | null> {
  const { collectionId, step, rowVersion, code, ...rest } = bodyObject(body, 'The step')
  if (typeof step !== 'string' || !Object.hasOwn(pwcSteps, step))
    throw invalidField('step', 'ENUM', `step must be one of ${Object.keys(pwcSteps).join(', ')}`)
  const { from, label, right } = pwcSteps[step as PwcStep]
  requireRight(person, pwcCollection, right)
  const asked = readAsked(rest)
  if (!Number.isSafeInteger(collectionId) || (collectionId as number) < 1)
    throw invalidField('collectionId', 'TYPE', 'collectionId must be the number of a collection')
  const row = await lockCollection(trx, collectionId as number, person)
  if (!(from as readonly string[]).includes(row.status))
    throw conflict(
      'NOT_NOW',
      `${label}: gate pass ${row.gatepassNo} is «${pwcStatusLabels[row.status].toLowerCase()}» meanwhile; look at it again`,
    )
  // At the gate the code alone counts: whoever holds it stands there.
  if (step !== 'collect' && row.rowVersion !== rowVersion)
    throw conflict('STALE_ROW', `Gate pass ${row.gatepassNo} changed meanwhile: review it`, {}, 'rowVersion')
  return handlers[step as PwcStep](trx, {
    row,
    person,
    author: { ...author, reason: [label, asked.reason].filter(Boolean).join(': ') },
    secret,
    code: typeof code === 'string' ? code.replace(/\s/g, '') : null,
    ...asked,
  })
}

type Asked = Pick<PwcCommand, keyof typeof askedFields>

function readAsked(given: RowValues): Asked {
  const odd = Object.keys(given).find(name => !Object.hasOwn(askedFields, name))
  if (odd) throw unknownField(odd)
  const form = { fields: askedFields } as unknown as typeof pwcCollection
  const values = clean(form, given) as unknown as Asked
  const faults: Fault[] = []
  for (const [name, field] of Object.entries(askedFields)) {
    const problem = problemWith(field, values[name as keyof Asked] ?? null)
    if (problem) faults.push({ field: name, code: problem[0], message: `${labelOf(name, field)} ${problem[1]}` })
  }
  if (faults.length > 0) throw invalid(faults)
  return Object.fromEntries(
    Object.keys(askedFields).map(name => [name, values[name as keyof Asked] ?? null]),
  ) as unknown as Asked
}
