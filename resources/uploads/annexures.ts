import { annexures } from '../access.ts'
import { effectivePeriod } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { customerAnnexure } from '../masters/customer-annexure.ts'
import { customerAnnexureLine } from '../masters/customer-annexure-line.ts'

const { annexureNo, customerId, sbuId, agreementRef, paymentTermsDays, freightTerms } = customerAnnexure.fields
const { lineNo, productId, annualQty, agreedPrice, remarks, customerItemCode } = customerAnnexureLine.fields

/**
 * The columns of an annexure file: a row is a line; the annexure's own values repeat on each of its rows. Only drafts
 * change.
 */
export const annexureSheet = resource({
  group: 'masters',
  name: 'customer-annexure',
  title: 'Customer Annexures',
  one: 'annexure',
  purpose: 'Annexures with their lines; those that were issued are left as they are.',
  fields: {
    annexureNo,
    customerId,
    sbuId,
    agreementRef,
    paymentTermsDays,
    freightTerms,
    ...effectivePeriod(),
    lineNo,
    productId,
    annualQty,
    agreedPrice,
    remarks,
    customerItemCode,
  },
  key: ['annexureNo', 'lineNo'],
  access: annexures,
})
