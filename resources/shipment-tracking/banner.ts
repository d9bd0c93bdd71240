import { banners } from '../access.ts'
import { choice, file, flag, instant, integer, reference, text, url } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { customerSegment } from '../settings/customer-segment.ts'

/** A picture that runs on a page for a time, for everybody or for one kind of user. */
export const banner = resource({
  group: 'shipment-tracking',
  name: 'banner',
  title: 'Banner',
  purpose: 'The pictures that run on the login, home, tracking and distributor pages.',
  fields: {
    title: text({ max: 80, hint: 'Read aloud where the picture cannot be seen' }),
    imageAttachmentId: file({
      sentFor: 'BANNER',
      accept: '.png,.jpg,.jpeg',
      label: 'Picture',
      hint: 'PNG or JPG of 1200 × 300 points, at most 1 MB',
    }),
    linkUrl: url({ optional: true, label: 'Link' }),
    placement: choice(['LOGIN', 'HOME', 'TRACKING', 'DEALER'], {
      words: { staff: { LOGIN: 'Sign-in page', TRACKING: 'Track Shipment', DEALER: 'Dealer Dashboard' }, buyer: {} },
    }),
    audience: choice(['ALL', 'CUSTOMER', 'DISTRIBUTOR', 'EMPLOYEE', 'TRANSPORTER'], { default: 'ALL' }),
    customerSegmentId: reference(customerSegment, {
      optional: true,
      onlyIf: { placement: ['HOME', 'DEALER'] },
      hint: 'Only customers of this segment see it',
    }),
    sortNo: integer({ min: 0, max: 9999, default: 100, label: 'Place', hint: 'Small numbers come first' }),
    validFrom: instant({ label: 'Runs from' }),
    validTo: instant({ label: 'Runs to' }),
  },
  key: ['title'],
  list: ['imageAttachmentId', 'title', 'placement', 'audience', 'isRunning', 'validFrom', 'validTo', 'sortNo'],
  filters: ['placement', 'isRunning'],
  computed: { isRunning: flag({ label: 'Running now' }) },
  search: ['title'],
  sort: ['placement', 'sortNo'],
  rules: [
    {
      field: 'validTo',
      code: 'RANGE',
      message: 'must be after Runs from',
      check: row => row.validFrom < row.validTo,
    },
    {
      field: 'audience',
      message: 'must be ALL on the login and tracking pages, which are shown before sign-in',
      check: row => row.audience === 'ALL' || row.placement === 'HOME' || row.placement === 'DEALER',
    },
  ],
  access: banners,
  within: {
    CUSTOMER: { id: 'bannersForMe' },
    DISTRIBUTOR: { id: 'bannersForMe' },
    DISPATCH: { id: 'bannersForMe' },
    TRANSPORTER: { id: 'bannersForMe' },
  },
})
