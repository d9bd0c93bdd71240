import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { productEnduserDocument } from '../../../resources/masters/product-enduser-document.ts'
import * as documents from '../../../resources/orders/documents/commands.ts'
import { type EudDocument, eudDocument } from '../../../resources/orders/eud-document.ts'
import { documentNames, type EudRule, lastValidDay } from '../../../resources/orders/quote/eud.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { demandFile } from '../../files/attachments.ts'
import { today } from '../../platform/clock.ts'
import { invalid, invalidField, notOnList } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { customerToOrderFor } from '../pad/order-customers.ts'
import { demandReadableOrder } from '../take-step.ts'

type Submitted = documents.SubmittedDocument

/** How documents come; they are decided in the queue of the orders that need them. */
export const documentCommands: readonly Bound[] = [
  bind(documents.submitDocument, async (input, { trx, person, author }) => ({
    id: (await submitDocument(trx, input, person, author)).id,
  })),
]

/**
 * Saves a document that a customer submits for a product; it is decided in the queue of the order that needs it.
 * Without a last day it is valid as long as the product's rule permits. Throws 400 for what the rule does not.
 */
export async function submitDocument(
  trx: Knex,
  input: Submitted,
  person: Person,
  author: Author,
): Promise<EudDocument> {
  await customerToOrderFor(trx, person, input.customerId)
  const rule = await ruleFor(trx, input)
  const validTo = input.validTo ?? lastValidDay(rule, input.issueDate, today())
  const problems = problemsOf({ ...input, validTo }, rule)
  if (problems.length > 0) throw invalid(problems)
  await demandOwn(trx, input, person)
  const row: Partial<EudDocument> = {
    ...input,
    validTo,
    // Only documents that are needed for each order belong to one order.
    orderId: rule.frequency === 'PER_ORDER' ? input.orderId : null,
    eudNo: await nextNumber(trx, 'EU', today()),
    usedQty: 0,
    reservedQty: 0,
    status: 'SUBMITTED',
  }
  const [made] = await insertRows(trx, eudDocument, [row], author)
  return made!
}

async function ruleFor(trx: Knex, { productId, documentType }: Submitted): Promise<EudRule> {
  const [rule] = await rowsOf(trx, productEnduserDocument, rows =>
    whereValidOn(rows, today()).where({ productId, documentType }),
  )
  if (rule) return rule
  const message = `This product needs no ${documentNames[documentType]}: choose the document that it needs`
  throw invalidField('documentType', 'NOT_REQUIRED', message)
}

function problemsOf({ issueDate, validTo, permittedQty }: Submitted & { validTo: string }, rule: EudRule): Fault[] {
  const last = lastValidDay(rule, issueDate, today())
  const faults: Fault[] = []
  const fault = (field: string, code: string, message: string) => faults.push({ field, code, message })
  if (issueDate > today())
    fault('issueDate', 'RANGE', 'Issued must not be in the future: enter the date on the document')
  if (validTo < today())
    fault('validTo', 'RANGE', `Valid to ${dayText(validTo)} is past: upload a document that is still valid`)
  else if (validTo > last)
    fault('validTo', 'RANGE', `Valid to must not be after ${dayText(last)}, as long as such a document counts`)
  if (rule.qtyControlled && permittedQty === null)
    fault('permittedQty', 'REQUIRED', 'Permitted quantity is required: enter what the document permits')
  return faults
}

/** Throws 400 unless the ship-to and the order belong to the customer and the person may use the file. */
async function demandOwn(trx: Knex, { customerId, shipToId, attachmentId, orderId }: Submitted, person: Person) {
  if (shipToId !== null && !(await trx('ship_to').where({ id: shipToId, customerId }).first('id')))
    throw notOnList('shipToId', 'Ship-to')
  await demandFile(trx, person, attachmentId, { sentFor: 'EUD', field: 'attachmentId', label: 'File' })
  if (orderId === null) return
  await demandReadableOrder(trx, orderId, person)
  if (!(await trx('order').where({ id: orderId, customerId }).first('id')))
    throw invalidField('orderId', 'UNKNOWN_REF', 'This order is not one of the customer')
}
