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

  letRenew(past)

  // It holds whatever the day: registrations end with the financial year, declarations do not.
  diary.ago(30, () => block(past, '100102', 'PS-2006', 'EXPIRED', 'The declaration of 2025 has ended'))
  diary.ago(29, () =>
    renew(past, 'jyoti', '100102', {
      ...{ documentType: 'END_USE_DECLARATION', documentRef: 'JC/EU/26-11', endUse: 'Cleaning of glassware' },
      ...{ permittedQty: null, requestNote: null },
    }),
  )
  diary.ago(28, () => answer(past, OFFICER, '100102', 'release', { releaseNote: null }))

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
  diary.ago(4, () =>
    renew(past, 'jyoti', '100102', {
      documentType: 'NDPS_REGISTRATION',
      documentRef: 'NCB/2026/5102',
      endUse: 'Acetylation in our own laboratory',
      permittedQty: 900_000,
      requestNote: 'The new registration permits three times as much.',
    }),
  )

  diary.ago(6, () => block(past, '100109', 'PS-2005', 'MISUSE_SUSPECTED', 'Ordered for a resin that needs none of it'))
  diary.ago(5, () =>
    block(past, '100101', 'PS-2006', 'EXPIRED', 'The declaration of the last plant ended with its lease'),
  )
}

async function block(past: Past, code: string, product: string | null, reason: EudBlock['reason'], note: string) {
  const { idOf } = past.rows
  const blockInput = { customerId: idOf(customer, code), productId: product && idOf(products, product), reason, note }
  await act(past, OFFICER, eudBlock, 'block', null, blockInput)
}

/** Somebody acts on the latest block of a customer. */
async function answer(past: Past, by: string, code: string, action: string, decision: object) {
  const customerId = past.rows.idOf(customer, code)
  const [row] = await rowsOf(past.trx, eudBlock, rows => rows.where({ customerId }).orderBy('id', 'desc').limit(1))
  await act(past, by, eudBlock, action, row!, decision)
}

/** One customer renews two documents: the first at the second try, and the other one is revoked in the end. */
function letRenew(past: Past): void {
  const { diary } = past
  const deny = (releaseNote: string) => answer(past, OFFICER, '100110', 'deny', { releaseNote })
  const release = () => answer(past, OFFICER, '100110', 'release', { releaseNote: null })
  const registration = (documentRef: string, requestNote: string | null) =>
    renew(past, 'imran', '100110', {
      ...{ documentType: 'NDPS_REGISTRATION', documentRef, endUse: 'Intermediate of an anthelmintic' },
      ...{ permittedQty: 250_000, requestNote },
    })
  diary.ago(56, () => block(past, '100110', 'LS-1402', 'EXPIRED', 'The registration of 2023 has ended'))
  diary.ago(55, () => registration('NCB/2026/88', null))
  diary.ago(54, () => deny('The copy cannot be read: please scan it again.'))
  diary.ago(53, () => registration('NCB/2026/0088', 'A better scan, with all pages.'))
  diary.ago(52, release)

  const declaration = {
    ...{ documentType: 'END_USE_DECLARATION', documentRef: 'YR/EU/26-03', endUse: 'Water treatment' },
    ...{ permittedQty: null, requestNote: null },
  }
  diary.ago(46, () => block(past, '100110', 'PS-2006', 'EXPIRED', 'The declaration of 2024 has ended'))
  diary.ago(45, () => renew(past, 'imran', '100110', declaration))
  diary.ago(44, release)
  diary.ago(13, () => block(past, '100110', 'PS-2006', 'REVOKED', 'The state withdrew the licence to store it'))
}

/** Somebody sends a renewed document for the latest block of their company. */
async function renew(
  past: Past,
  by: string,
  code: string,
  said: Record<'documentType' | 'documentRef' | 'endUse', string> & {
    permittedQty: number | null
    requestNote: string | null
  },
) {
  const { trx, rows, home } = past
  const { author } = await callerNamed(trx, rows, by)
  const attachmentId = await savePaper(rows, home, 'EUD', `Document ${said.documentRef}`, author)
  await answer(past, by, code, 'renew', { ...said, issueDate: addDays(today(), -2), attachmentId })
}

/** The declaration of the buyer of permanganate, for sixty days of which the last are over. */
async function giveDocument({ trx, rows, home }: Past) {
  const { person, author } = await callerNamed(trx, rows, 'asha')
  const document = {
    customerId: rows.idOf(customer, '100103'),
    shipToId: null,
    productId: rows.idOf(products, 'PS-2006'),
    orderId: null,
    documentType: 'END_USE_DECLARATION',
    documentRef: 'GPL/EU/26-07',
    endUse: 'Oxidation of an intermediate, in one campaign',
    issueDate: addDays(today(), -4),
    validTo: addDays(today(), 55),
    permittedQty: null,
    attachmentId: await savePaper(rows, home, 'EUD', 'End-use declaration GPL/EU/26-07', author),
  } as const
  await submitDocument(trx, document, person, author)
}
