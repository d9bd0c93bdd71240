import type { Knex } from 'knex'
import type { Person } from '../api/derive/rights/person.ts'
import { readPerson } from '../api/derive/rights/read-person.ts'
import type { Author } from '../api/derive/save/author.ts'
import { submitDocument } from '../api/orders/documents/submit-document.ts'
import { createDraft } from '../api/orders/save-order.ts'
import { EMPTY_STEP } from '../api/orders/step-fields.ts'
import { submitOrder } from '../api/orders/submit-order.ts'
import { takeStepInTransaction } from '../api/orders/take-step.ts'
import { today } from '../api/platform/clock.ts'
import { saveFile } from '../api/platform/stored-files.ts'
import { customer } from '../resources/access-control/customer.ts'
import { shipTo } from '../resources/access-control/ship-to.ts'
import { addDays } from '../resources/define/dates.ts'
import { products } from '../resources/masters/products.ts'
import { type OrderInput, plainLine } from '../resources/orders/order-input.ts'
import { attachment } from '../resources/platform/attachment.ts'
import { orderType } from '../resources/settings/order-type.ts'
import { reasonCode } from '../resources/settings/reason-code.ts'
import { user } from '../resources/settings/user.ts'
import { type Cart, type CartStep, carts } from './carts.ts'
import { onePage } from './documents.ts'
import type { SeedWriter } from './seed-writer.ts'

/**
 * Orders as the people of the demo company place them today, and their progress: in every queue, decided, withdrawn.
 */
export async function placeOrders(trx: Knex, rows: SeedWriter, home: string): Promise<void> {
  for (const cart of carts) {
    if (cart.registration) await register(trx, cart, rows, home)
    const orderId = await placeOrder(trx, rows, cart, home)
    for (const deed of cart.decided ?? []) await takeOrderStep(trx, rows, orderId, deed)
  }
}

/** Enters an order as a person and, unless it stays a draft, submits it; returns its id. */
export async function placeOrder(trx: Knex, rows: SeedWriter, cart: Cart, home: string): Promise<number> {
  const { person, author } = await callerNamed(trx, rows, cart.by)
  const paper = cart.paper ? await savePaper(rows, home, 'ORDER', `Purchase order ${cart.po}`, author) : null
  const draft = await createDraft(trx, { ...inputOf(cart, rows), poAttachmentId: paper }, person, author)
  if (!cart.draft) await submitOrder(trx, draft, 'submit', { person, author })
  return draft.id
}

/** Takes a step of an order as a person. */
export async function takeOrderStep(
  trx: Knex,
  rows: SeedWriter,
  orderId: number,
  [by, step, input]: CartStep,
): Promise<void> {
  const { person, author } = await callerNamed(trx, rows, by)
  const { reason, ...more } = input ?? {}
  const reasonCodeId = reason === undefined ? null : rows.idOf(reasonCode, reason)
  await takeStepInTransaction(
    trx,
    step,
    { ...EMPTY_STEP, ...more, reasonCodeId, orderId, rowVersion: null },
    person,
    author,
  )
}

const peopleOfWriter = new WeakMap<SeedWriter, Map<string, Person>>()

/** Somebody of the demo company, whose rights stay as they are while it is seeded. */
export async function callerNamed(trx: Knex, rows: SeedWriter, login: string) {
  const people = peopleOfWriter.get(rows) ?? new Map<string, Person>()
  peopleOfWriter.set(rows, people)
  const person = people.get(login) ?? (await readPerson(trx, rows.idOf(user, login)))!
  people.set(login, person)
  return { person, author: { id: person.id, source: 'UI' as const, ip: null, requestId: null } }
}

const inputOf = ({ customer: code, shipTo: place, po, lines }: Cart, { idOf }: SeedWriter): OrderInput => ({
  customerId: idOf(customer, code),
  shipToId: idOf(shipTo, place),
  orderTypeId: idOf(orderType, 'STD'),
  requestedDeliveryDate: addDays(today(), 10),
  freightTerms: null,
  transMode: null,
  paymentTermsDays: null,
  customerPoNo: po,
  customerPoDate: addDays(today(), -2),
  poAttachmentId: null,
  preferredTransporterId: null,
  completeDelivery: false,
  remarks: null,
  lines: lines.map(([product, qty, manualDiscountPct]) =>
    plainLine({ productId: idOf(products, product), qty: qty * 1000, manualDiscountPct }),
  ),
})

/** The customer's registration for a controlled product, as it comes with the order. */
async function register(trx: Knex, { by, customer: code, registration }: Cart, rows: SeedWriter, home: string) {
  const { idOf } = rows
  const [product, documentRef, permitted] = registration!
  const { person, author } = await callerNamed(trx, rows, by)
  const document = {
    customerId: idOf(customer, code),
    shipToId: null,
    productId: idOf(products, product),
    orderId: null,
    documentType: 'NDPS_REGISTRATION',
    documentRef,
    endUse: 'Synthesis of reference standards in the customer’s own laboratory',
    issueDate: addDays(today(), -40),
    validTo: null,
    permittedQty: permitted * 1000,
    attachmentId: await savePaper(rows, home, 'EUD', `Registration ${documentRef}`, author),
  } as const
  await submitDocument(trx, document, person, author)
}

/** Saves a page with a title as an uploaded file; returns its id. */
export const savePaper = (
  rows: SeedWriter,
  home: string,
  ownerType: 'BILL' | 'EUD' | 'LR' | 'ORDER' | 'PWC' | 'REFUND',
  title: string,
  author: Author,
) => {
  const fileName = `${title.split(' ')[0]!.toLowerCase()}.pdf`
  return saveUpload(
    rows,
    home,
    ownerType,
    { title, fileName, mimeType: 'application/pdf', bytes: onePage(title) },
    author,
  )
}

/** Saves bytes as a file that somebody uploaded; returns its id. */
export async function saveUpload(
  { write, idOf }: SeedWriter,
  home: string,
  ownerType: 'BILL' | 'COMPLAINT' | 'EUD' | 'LR' | 'ORDER' | 'POD' | 'PWC' | 'REFUND',
  { bytes, ...file }: { title: string; fileName: string; mimeType: string; bytes: Buffer },
  author: Author,
) {
  const stored = await saveFile(home, bytes)
  const saved = { sizeBytes: stored.size, sha256: stored.sha256, storageKey: stored.key }
  await write(attachment, [{ ownerType, ...file, ...saved }], author)
  return idOf(attachment, stored.key)
}
