import { annexures } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, code, date, effectivePeriod, file, instant, integer, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { stepAction } from '../define/process/step-action.ts'
import { type Row, resource } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { freightTerms } from '../trade.ts'
import { annexureProcess } from './annexure-process.ts'
import { withinIssuedAnnexures } from './issued.ts'
import { sbu } from './sbu.ts'

/** The products, prices and terms that are attached to a supply agreement; the customer accepts it in the portal. */
export const customerAnnexure = resource({
  group: 'masters',
  name: 'customer-annexure',
  title: 'Customer Annexure',
  one: 'annexure',
  purpose: 'The products, prices and terms agreed with a customer under a supply agreement.',
  fields: {
    annexureNo: code({ max: 20, label: 'Annexure no' }),
    customerId: reference(customer),
    sbuId: reference(sbu),
    agreementRef: text({ max: 40, label: 'Agreement' }),
    paymentTermsDays: integer({ min: 0, max: 999, label: 'Payment terms in days' }),
    freightTerms: choice(freightTerms),
    termsText: text({ audience: 'readers', max: 10_000, long: true, optional: true, label: 'Terms' }),
    status: statusField(annexureProcess, { server: true, label: 'Annexure status' }),
    acceptedById: reference(user, { optional: true, server: true, label: 'Accepted by', audience: 'staff' }),
    acceptedAt: instant({ optional: true, server: true }),
    acceptedName: text({
      audience: 'readers',
      max: 80,
      optional: true,
      server: true,
      label: 'Accepted in the name of',
    }),
    acceptedOn: date({ optional: true, server: true, label: 'Date of acceptance' }),
    changeRequest: text({
      audience: 'readers',
      max: 1000,
      long: true,
      optional: true,
      server: true,
      label: 'Change asked for',
    }),
    changeRequestedById: reference(user, {
      audience: 'readers',
      optional: true,
      server: true,
      label: 'Change asked for by',
    }),
    changeRequestedAt: instant({ optional: true, server: true, label: 'Change asked for at' }),
    attachmentId: file({ optional: true, label: 'Signed annexure' }),
    ...effectivePeriod(),
  },
  key: ['annexureNo'],
  list: ['annexureNo', 'customerId', 'sbuId', 'agreementRef', 'status', 'validFrom', 'validTo', 'changeRequestedAt'],
  filters: ['customerId', 'status', 'sbuId'],
  search: ['annexureNo', 'agreementRef'],
  sort: ['-validFrom'],
  indexes: [['customerId', 'status'], ['sbuId'], ['status', 'validTo']],
  actions: {
    issue: stepAction(annexureProcess, 'issue', {
      confirm: 'The customer then sees it in the portal, and its lines can no longer be changed.',
    }),
    takeBack: stepAction(annexureProcess, 'takeBack', {
      inputs: { remarks: text({ max: 255, label: 'Why' }) },
    }),
    accept: stepAction(annexureProcess, 'accept', {
      inputs: {
        acceptedName: text({ max: 80, label: 'Your name', hint: 'The name as it is printed under a signature' }),
        acceptedOn: date({ label: 'Date' }),
      },
      confirm: 'You accept the products, prices and terms shown here.',
    }),
    requestChange: stepAction(annexureProcess, 'requestChange', {
      inputs: { changeRequest: text({ max: 1000, long: true, label: 'What should change' }) },
    }),
    copyLines: action({
      label: 'Copy with lines',
      letter: 'C',
      inputs: { annexureNo: code({ max: 20, label: 'New annexure no' }), ...effectivePeriod() },
    }),
  },
  access: annexures,
  whatIf: { lines: { customerId: 'soldToId', sbuId: 'sbuId' }, once: { status: 'ACCEPTED' } },
  openIf: openWhile(annexureProcess),
  within: withinIssuedAnnexures,
})

export type CustomerAnnexure = Row<typeof customerAnnexure>
