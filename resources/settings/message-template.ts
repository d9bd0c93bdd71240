import { system } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** The texts of mails and SMS. */
export const messageTemplate = resource({
  group: 'settings',
  name: 'message-template',
  title: 'Message Templates',
  purpose: 'Texts of the e-mails and SMS sent by the portal.',
  fields: {
    code: code({ max: 40 }),
    medium: choice(['EMAIL', 'SMS']),
    subject: text({ max: 200, optional: true, onlyIf: { medium: 'EMAIL' }, requiredIf: { medium: 'EMAIL' } }),
    body: text({ audience: 'readers', max: 10_000, long: true }),
    replyTo: text({
      max: 254,
      format: 'email',
      optional: true,
      onlyIf: { medium: 'EMAIL' },
      label: 'Answers go to',
      hint: 'The desk that reads the answers to these mails; without one, the address in the settings',
    }),
    dltTemplateId: text({
      max: 30,
      optional: true,
      onlyIf: { medium: 'SMS' },
      label: 'DLT template id',
      hint: 'Needed in India to send an SMS',
    }),
  },
  key: ['code', 'medium'],
  display: ['code', 'medium'],
  list: ['code', 'medium', 'subject', 'dltTemplateId'],
  search: ['code', 'subject'],
  actions: {
    sendTest: action({
      label: 'Send me a test',
      letter: 'U',
      on: 'rows',
      confirm: 'It goes to your own e-mail address or mobile number, filled in with samples.',
    }),
  },
  access: system,
  everyRow: ['DISPATCH'],
})
