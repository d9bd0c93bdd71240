import { command, fileOf } from '../../define/command.ts'
import { choice, flag, text } from '../../define/fields.ts'
import { optOutTopics } from '../../opt-out-topics.ts'
import { linkTries, secretPart as token, wrongLinks } from '../link-fields.ts'

const mails = 'Opting out of mails'
const topic = choice(optOutTopics)
const silence = { address: text(), topic }
const optOutLink = { NOT_FOUND: [404, 'the link is not one of ours'], RATE_LIMITED: wrongLinks } as const

export const mailOptOutLink = command('POST opt-out-mails', {
  room: mails,
  summary: 'Mails a link that ends mails about a topic; the answer is the same for everybody',
  who: 'public',
  does: 'each',
  limit: linkTries,
  body: { email: text({ max: 254, format: 'email', label: 'E-mail' }), topic },
  answer: { message: text() },
  refusals: { RATE_LIMITED: [429, 'ten requests in an hour, or three a day for an address'] },
})

export const openOptOutLink = command('POST opt-out-links', {
  room: mails,
  summary: 'What a link would end',
  who: 'public',
  does: 'reads',
  limit: linkTries,
  body: { token },
  answer: { ...silence, isOut: flag({ hint: 'Whether it has ended already' }) },
  refusals: optOutLink,
})

export const optOut = command('POST opt-outs', {
  room: mails,
  summary: 'Ends the mails that a link names',
  who: 'public',
  does: 'each',
  limit: linkTries,
  body: { token },
  answer: silence,
  refusals: optOutLink,
})

export const leadToOptOut = command('GET unsubscribe', {
  room: mails,
  summary: 'Leads people to the page of their link and changes nothing',
  who: 'public',
  reads: 'query',
  status: 302,
  body: { token: text({ max: 400 }) },
  answer: fileOf('text/html'),
})

export const unsubscribe = command('POST unsubscribe', {
  room: mails,
  summary: 'The same as opt-outs, for mail programs (RFC 8058)',
  who: 'public',
  reads: 'query',
  status: 200,
  body: { token: text({ max: 400 }) },
  answer: silence,
  refusals: optOutLink,
})
