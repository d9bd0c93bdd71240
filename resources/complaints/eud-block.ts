import { eudBlocks } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, file, instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { documentInputs, eudDocument } from '../orders/eud-document.ts'
import { user } from '../settings/user.ts'
import { eudWithin } from './eud-within.ts'

/** What a new document of the end user resolves; the other reasons are resolved by an answer. */
export const renewable = ['EXPIRED', 'REVOKED', 'QTY_EXCEEDED'] as const

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
const productId = reference(products, { optional: true, hint: 'Empty for every product that needs a document' })
const requestNote = text({ audience: 'readers', max: 500, optional: true, long: true, label: 'Request' })
const evidence = { sentFor: 'EUD_BLOCK', accept: '.pdf,.png,.jpg', label: 'Evidence' } as const
const blocking = ['ACTIVE', 'RELEASE_DENIED']

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
    status: choice(['ACTIVE', 'RELEASE_REQUESTED', 'RELEASED', 'RELEASE_DENIED'], {
      default: 'ACTIVE',
      words: { staff: { ACTIVE: 'Blocked', RELEASE_DENIED: 'Blocked, release denied' }, buyer: {} },
    }),
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
    block: action({
      label: 'Block a customer',
      letter: 'U',
      on: 'list',
      inputs: {
        customerId: reference(customer),
        productId,
        reason,
        note: text({ max: 500, long: true, label: 'Why' }),
      },
      confirm: 'The customer cannot order it until you release it; their pending orders come to your queue.',
      danger: true,
    }),
    renew: action({
      label: 'Send a renewed document',
      letter: 'A',
      when: { status: blocking, reason: [...renewable] },
      inputs: { ...documentInputs, requestNote },
      confirm: 'We check the document and notify you once the product can be ordered again.',
    }),
    requestRelease: action({
      label: 'Request release',
      letter: 'A',
      when: { status: blocking, reason: ['MISUSE_SUSPECTED', 'AUTHORITY_ORDER'] },
      inputs: {
        requestNote: text({ max: 500, long: true, label: 'Why it should be released' }),
        releaseAttachmentId: file({ optional: true, ...evidence }),
      },
    }),
    release: action({
      label: 'Release',
      letter: 'U',
      when: { status: [...blocking, 'RELEASE_REQUESTED'] },
      inputs: { releaseNote: text({ max: 500, optional: true, long: true, label: 'Answer to the customer' }) },
      confirm: 'The renewed document, if one was sent, is approved with it.',
    }),
    deny: action({
      label: 'Deny release',
      letter: 'U',
      when: { status: 'RELEASE_REQUESTED' },
      inputs: { releaseNote: text({ max: 500, long: true, label: 'Answer to the customer' }) },
      confirm: 'The block stays, the renewed document is rejected, and the customer may ask again.',
      danger: true,
    }),
  },
  access: eudBlocks,
  openIf: { status: ['ACTIVE', 'RELEASE_REQUESTED'] },
  within: eudWithin,
})

export type EudBlock = Row<typeof eudBlock>
