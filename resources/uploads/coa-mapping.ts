import { certificateUploads } from '../access.ts'
import { certificateDates, visibilities } from '../coa/coa-document.ts'
import { choice, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { products } from '../masters/products.ts'

/** The columns of the sheet that says which batch the files in the tray of certificates are of. */
export const coaMappingSheet = resource({
  group: 'coa',
  name: 'upload-mapping',
  title: 'Mapping of Certificates',
  purpose: 'Which product and batch the files in the tray are the certificates of.',
  fields: {
    fileName: text({ max: 120, label: 'File name' }),
    productId: reference(products, { aliases: ['product_code'] }),
    batchNo: text({ max: 10, format: 'batch', label: 'Batch no' }),
    ...certificateDates,
    visibility: choice(visibilities, {
      optional: true,
      hint: 'Leave empty to keep that of the previous version, or PUBLIC',
    }),
  },
  key: ['fileName'],
  access: certificateUploads,
})
