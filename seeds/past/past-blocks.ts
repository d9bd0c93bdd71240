import { rowsOf } from '../../api/derive/rows-of.ts'
import { nightlyDocuments } from '../../api/orders/documents/nightly-documents.ts'
import { submitDocument } from '../../api/orders/documents/submit-document.ts'
import { today } from '../../api/platform/clock.ts'
import { customer } from '../../resources/access-control/customer.ts'
import { type EudBlock, eudBlock } from '../../resources/complaints/eud-block.ts'
import { addDays } from '../../resources/define/dates.ts'
import { products } from '../../resources/masters/products.ts'
import { callerNamed, savePaper } from '../orders.ts'
import { act, type Past } from './past.ts'

const OFFICER = 'eud_approver'

/** Writes into the diary whom the regulatory officer blocked, and which releases were asked for. */
export function letBlock(past: Past): void {
  const { diary } = past
  // Its buyer ordered the product the day after, and the document has ended since.
  diary.ago(76, () => giveDocument(past))
  diary.ago(3, () => nightlyDocuments(past.trx))

  diary.ago(50, () =>
    block(past, '100101', null, 'AUTHORITY_ORDER', 'Letter of the Narcotics Commissioner, CBN/MUM/118'),
  )
  diary.ago(49, () =>
    answer(past, 'customer', '100101', 'requestRelease', {
      requestNote: 'The Commissioner closed the matter yesterday.',
    }),
  )
  diary.ago(47, () =>
    answer(past, OFFICER, '100101', 'release', { releaseNote: 'Confirmed by the Commissioner’s office.' }),
  )

  diary.ago(22, () =>
    block(past, '100201', 'LS-1401', 'MISUSE_SUSPECTED', 'Ten times the usual quantity, for a reseller'),
  )
  diary.ago(21, () =>
    answer(past, 'distributor', '100201', 'requestRelease', {
      requestNote: 'It was one tender, which is delivered now.',
    }),
  )
  diary.ago(20, () =>
    answer(past, OFFICER, '100201', 'deny', { releaseNote: 'Please name the end user, with their registration.' }),
  )

  diary.ago(9, () =>
    block(past, '100102', 'LS-1401', 'QTY_EXCEEDED', 'The register shows more than the licence permits'),
  )
  diary.ago(4, () => renew(past))

  diary.ago(6, () => block(past, '100109', 'PS-2005', 'MISUSE_SUSPECTED', 'Ordered for a resin that needs none of it'))
  diary.ago(5, () =>
    block(past, '100101', 'PS-2006', 'EXPIRED', 'The declaration of the last plant ended with its lease'),
  )
}

async function block(past: Past, code: string, product: string | null, reason: EudBlock['reason'], note: string) {
  const { idOf } = past.rows
  const asked = { customerId: idOf(customer, code), productId: product && idOf(products, product), reason, note }
  await act(past, OFFICER, eudBlock, 'block', null, asked)
}

/** Somebody acts on the latest block of a customer. */
async function answer(past: Past, by: string, code: string, action: string, asked: object) {
  const customerId = past.rows.idOf(customer, code)
  const [row] = await rowsOf(past.trx, eudBlock, rows => rows.where({ customerId }).orderBy('id', 'desc').limit(1))
  await act(past, by, eudBlock, action, row!, asked)
}

async function renew(past: Past) {
  const { trx, rows, home } = past
  const { author } = await callerNamed(trx, rows, 'jyoti')
  await answer(past, 'jyoti', '100102', 'renew', {
    documentType: 'NDPS_REGISTRATION',
    documentRef: 'NCB/2026/5102',
    endUse: 'Acetylation in our own laboratory',
    issueDate: addDays(today(), -2),
    permittedQty: 900_000,
    attachmentId: await savePaper(rows, home, 'EUD', 'Registration NCB/2026/5102', author),
    requestNote: 'The new registration permits three times as much.',
  })
}

/** The declaration of the buyer of permanganate, for sixty days of which the last are over. */
async function giveDocument({ trx, rows, home }: Past) {
  const { person, author } = await callerNamed(trx, rows, 'asha')
  const document = {
    customerId: rows.idOf(customer, '100103'),
    productId: rows.idOf(products, 'PS-2006'),
    documentType: 'END_USE_DECLARATION',
    documentRef: 'GPL/EU/26-07',
    endUse: 'Oxidation of an intermediate, in one campaign',
    issueDate: addDays(today(), -4),
    validTo: addDays(today(), 55),
    permittedQty: null,
    attachmentId: await savePaper(rows, home, 'EUD', 'End-use declaration GPL/EU/26-07', author),
  }
  await submitDocument(trx, document, person, author)
}
