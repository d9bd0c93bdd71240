import { paymentBooks } from '../access.ts'
import { instant, integer, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { paymentAccount } from '../settings/payment-account.ts'

/** How often something that is not rightly signed was posted to a payment account, by hour. What it was is not kept. */
export const unsignedPost = record({
  path: 'unsigned-posts',
  name: 'unsigned-post',
  title: 'Unsigned Posts',
  purpose: 'Posts without a valid signature, by account and hour.',
  fields: {
    accountId: reference(paymentAccount, { label: 'Payment account' }),
    hour: instant({ label: 'From' }),
    posts: integer({ label: 'Posts' }),
    lastFrom: text({ max: 45, optional: true, label: 'Last from' }),
  },
  key: ['accountId', 'hour'],
  display: ['accountId', 'hour'],
  list: ['hour', 'accountId', 'posts', 'lastFrom'],
  search: [],
  sort: ['-hour'],
  access: paymentBooks,
})
