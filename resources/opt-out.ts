import { trackingMasters } from './access.ts'
import { action } from './define/action.ts'
import { choice, type Field, flag, text } from './define/fields.ts'
import { resource } from './define/resource.ts'
import { optOutTopics } from './opt-out-topics.ts'

/** The opt-out list of one medium: the same columns, with an address of its own format. */
export const optOut = <const Name extends string, const Medium extends 'EMAIL' | 'SMS'>(
  name: Name,
  medium: Medium,
  title: string,
  purpose: string,
  address: Field<string, false>,
) =>
  resource({
    group: 'shipment-tracking',
    name,
    title,
    one: medium === 'EMAIL' ? 'opt-out of an e-mail address' : 'opt-out of a mobile number',
    purpose,
    fields: {
      medium: choice([medium], { default: medium as never, server: true }),
      address,
      topic: choice(optOutTopics, { hint: 'ALL still lets passwords, one-time codes and receipts through' }),
      source: choice(['SELF', 'ADMIN', 'IMPORT', 'BOUNCE'], {
        default: 'ADMIN',
        server: true,
        hint: 'Asked for by the person, entered here, brought in by a file, or bounced',
      }),
      reason: text({ max: 255, optional: true }),
      tokenUsed: flag({ server: true, label: 'Confirmed by link' }),
    },
    key: ['address', 'topic'],
    display: ['address', 'topic'],
    list: ['address', 'topic', 'source', 'createdAt', 'reason'],
    filters: ['topic', 'source'],
    search: ['address', 'reason'],
    sort: ['-id'],
    actions: {
      resubscribe: action({
        label: 'Re-subscribe',
        letter: 'U',
        on: 'rows',
        // Who opted out themselves must resubscribe in writing.
        when: { source: { not: 'SELF' } },
        inputs: { reason: text({ max: 200, hint: 'Who asked to hear from us again, and when' }) },
      }),
    },
    access: trackingMasters,
    everyRow: ['DISPATCH'],
  })
