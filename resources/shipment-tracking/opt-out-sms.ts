import { text } from '../define/fields.ts'
import { optOut } from '../opt-out.ts'

/** Opt-outs from SMS. */
export const optOutSms = optOut(
  'opt-out-sms',
  'SMS',
  'Opt Out SMS',
  'The mobile numbers to which no SMS of a topic are sent.',
  text({ max: 10, format: 'mobile', label: 'Mobile', aliases: ['address'] }),
)
