import { regulated } from '../access.ts'
import { choice, effectivePeriod, flag, integer, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { attachment } from '../platform/attachment.ts'
import { endUserDocuments } from '../trade.ts'
import { products } from './products.ts'

/** Which document an end user must give before a product is sold to them, and how often. */
export const productEnduserDocument = resource({
  group: 'masters',
  name: 'product-enduser-document',
  title: 'Products with End User Document',
  one: 'end-user document rule',
  purpose: 'The products that are sold only against a document of the end user.',
  fields: {
    productId: reference(products),
    documentType: choice(endUserDocuments),
    frequency: choice(['ONCE_VALID', 'PER_FY', 'PER_ORDER'], {
      default: 'PER_FY',
      hint: 'Asked once while it is valid, once a financial year, or with every order',
    }),
    validityMonths: integer({ min: 1, max: 120, default: 12, label: 'Validity in months' }),
    qtyControlled: flag({ label: 'Quantity controlled', hint: 'The document permits a quantity that orders use up' }),
    templateAttachmentId: reference(attachment, {
      optional: true,
      where: { ownerType: 'LIBRARY' },
      label: 'Template',
      hint: 'The form to be filled in, from the library of attachments',
    }),
    ...effectivePeriod(),
  },
  key: ['productId', 'documentType'],
  display: ['productId', 'documentType'],
  list: ['productId', 'documentType', 'frequency', 'qtyControlled', 'validFrom', 'validTo'],
  filters: ['documentType', 'productId.sbuId'],
  sort: ['productId'],
  indexes: [['productId', 'documentType']],
  access: regulated,
  everyRow: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'],
})
