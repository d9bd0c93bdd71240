import { system } from '../access.ts'
import { code, flag, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

/** SAP's distribution channels. */
export const channel = resource({
  group: 'settings',
  name: 'channel',
  title: 'Channels',
  purpose: 'The distribution channels through which customers buy; channel 13 has its own prices and a CSC check.',
  fields: {
    code: code({ max: 2, hint: 'Two digits, as in SAP' }),
    name: text({ max: 60 }),
    requiresCsc: flag({
      label: 'CSC check',
      hint: 'Every order of this channel needs a CSC check',
    }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'requiresCsc'],
  search: ['code', 'name'],
  access: system,
  everyRow: ['DISPATCH'],
})

export type Channel = Row<typeof channel>
