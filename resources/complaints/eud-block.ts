import { eudBlocks } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, file, instant, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { stepAction } from '../define/process/step-action.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { documentInputs, eudDocument } from '../orders/eud-document.ts'
import { user } from '../settings/user.ts'
import { eudBlockProcess, renewable } from './eud-block-process.ts'
import { eudWithin } from './eud-within.ts'

const reason = choice([...renewable, 'MISUSE_SUSPECTED', 'AUTHORITY_ORDER'], {
  words: {
    staff: {
      EXPIRED: 'Document expired',
      REVOKED: 'Licence revoked',
      QTY_EXCEEDED: 'Quantity exceeded',
      AUTHORITY_ORDER: 'Order of an authority',
    },
    buyer: {},
  },
})
const productId = reference(products, { optional: true, hint: 'Leave empty for every product that needs a document' })
const requestNote = text({ audience: 'readers', max: 500, optional: true, long: true, label: 'Request' })
const evidence = { sentFor: 'EUD_BLOCK', accept: '.pdf,.png,.jpg', label: 'Evidence' } as const

/** Keeps a customer from buying a controlled product, or all of them, until it is released. */
export const eudBlock = record({
  path: 'complaints/eud-block',
  name: 'eud-block',
  title: 'EUD-Blocks',
  purpose: 'Customers blocked from buying controlled products, and how each block was released.',
  fields: {
    blockNo: text({ max: 14, label: 'Number' }),
    customerId: reference(customer),
    productId,
    reason,
    origin: choice(['AUTO', 'MANUAL']),
    status: statusField(eudBlockProcess, { tones: { ACTIVE: 'bad', RELEASED: 'ok' } }),
    note: text({ max: 500, optional: true, long: true, audience: 'staff', label: 'Why blocked' }),
    blockedAt: instant({ label: 'Blocked' }),
    blockedById: reference(user, { optional: true, label: 'Blocked by', audience: 'staff' }),
    releaseRequestedAt: instant({ optional: true, label: 'Release requested' }),
    requestNote,
    releaseDocumentId: reference(eudDocument, { optional: true, label: 'Renewed document' }),
    releaseAttachmentId: file({ optional: true, ...evidence }),
    releaseNote: text({ audience: 'readers', max: 500, optional: true, long: true, label: 'Answer' }),
    releasedById: reference(user, { optional: true, label: 'Decided by', audience: 'staff' }),
    releasedAt: instant({ optional: true, label: 'Released' }),
  },
  key: ['blockNo'],
  list: ['blockNo', 'customerId', 'productId', 'status', 'reason', 'blockedAt', 'releaseRequestedAt'],
  filters: ['status', 'reason', 'customerId', 'productId'],
  search: ['blockNo'],
  sort: ['-id'],
  indexes: [['customerId', 'status'], ['productId'], ['status'], ['releaseDocumentId'], ['releaseAttachmentId']],
  actions: {
    block: stepAction(eudBlockProcess, 'block', {
      on: 'list',
      inputs: {
        customerId: reference(customer),
        productId,
        reason,
        note: text({ max: 500, long: true, label: 'Why' }),
      },
      confirm: 'The customer cannot order it until you release it; their pending orders come to your queue.',
    }),
    renew: stepAction(eudBlockProcess, 'renew', {
      when: { reason: renewable },
      inputs: { ...documentInputs, requestNote },
      confirm: 'We check the document and notify you once the product can be ordered again.',
    }),
    requestRelease: stepAction(eudBlockProcess, 'requestRelease', {
      when: { reason: ['MISUSE_SUSPECTED', 'AUTHORITY_ORDER'] },
      inputs: {
        requestNote: text({ max: 500, long: true, label: 'Why it should be released' }),
        releaseAttachmentId: file({ optional: true, ...evidence }),
      },
    }),
    release: stepAction(eudBlockProcess, 'release', {
      inputs: { releaseNote: text({ max: 500, optional: true, long: true, label: 'Answer to the customer' }) },
      confirm: 'The renewed document, if one was sent, is approved with it.',
    }),
    deny: stepAction(eudBlockProcess, 'deny', {
      inputs: { releaseNote: text({ max: 500, long: true, label: 'Answer to the customer' }) },
      confirm: 'The block stays, the renewed document is rejected, and the customer may ask again.',
    }),
  },
  access: eudBlocks,
  openIf: openWhile(eudBlockProcess),
  within: eudWithin,
})

export type EudBlock = Row<typeof eudBlock>
