import { cscDesk } from '../access.ts'
import { flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sbu } from '../masters/sbu.ts'
import { channel } from '../settings/channel.ts'
import { orderType } from '../settings/order-type.ts'
import { zone } from '../settings/zone.ts'

/** Who gets a mail when the customer service centre has passed an order; every row that fits gets one. */
export const sendingMailAfterCscApproval = resource({
  group: 'channel-13-masters',
  name: 'sending-mail-after-csc-approval',
  title: 'Sending mail after CSC Approval',
  one: 'recipient',
  purpose: 'Who gets a mail after the CSC check of an order.',
  fields: {
    channelId: reference(channel, { defaultCode: '13' }),
    sbuId: reference(sbu, { optional: true, hint: 'Leave empty for every SBU' }),
    zoneId: reference(zone, { optional: true, hint: 'Leave empty for every zone' }),
    orderTypeId: reference(orderType, { optional: true, hint: 'Leave empty for every order type' }),
    toEmails: text({ max: 500, format: 'emails', label: 'To', hint: 'Up to 10 e-mail addresses with commas between' }),
    ccEmails: text({ max: 500, format: 'emails', optional: true, label: 'Copy to' }),
    includeCustomer: flag({ hint: 'The customer gets the mail too' }),
    attachOrderPdf: flag({ default: true, label: 'Attach the order as PDF' }),
  },
  key: ['channelId', 'sbuId', 'zoneId', 'orderTypeId'],
  display: ['channelId', 'sbuId', 'zoneId'],
  list: ['channelId', 'sbuId', 'zoneId', 'orderTypeId', 'toEmails', 'includeCustomer', 'attachOrderPdf'],
  filters: ['sbuId', 'zoneId'],
  search: ['toEmails', 'ccEmails'],
  sort: ['channelId'],
  access: cscDesk,
  everyRow: ['DISPATCH'],
})
