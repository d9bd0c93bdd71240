import { text } from '../define/fields.ts'
import { optOut } from '../opt-out.ts'

/** Opt-outs from e-mails. */
export const optOutEmail = optOut(
  'opt-out-email',
  'EMAIL',
  'Opt Out Email',
  'The e-mail addresses to which no mails of a topic are sent.',
  text({ max: 254, format: 'email', label: 'E-mail', aliases: ['address'] }),
)
