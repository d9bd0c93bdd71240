import { appSettings } from '../access.ts'
import { choice, confirmation, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { isOrigin } from '../define/web-address.ts'
import { moneySettings } from './money-settings.ts'

const forms = { INT: /^-?\d{1,15}$/, DEC: /^-?\d{1,12}(\.\d{1,4})?$/, BOOL: /^(true|false)$/, STR: /./ }

/** The constants of the business that may change without a new release; what the product knows of each is checked by the server, so that browsers need not load it. */
export const appSetting = resource({
  group: 'settings',
  name: 'app-setting',
  title: 'Settings',
  purpose: 'Thresholds, deadlines and switches of the portal.',
  fields: {
    key: text({ max: 60 }),
    value: text({ max: 255 }),
    valueType: choice(['INT', 'DEC', 'BOOL', 'STR'], { hint: 'Whole number, decimal, true or false, or text' }),
    ...confirmation(),
  },
  key: ['key'],
  list: ['key', 'value', 'valueType', 'confirmStatus'],
  filters: ['confirmStatus'],
  search: ['key', 'value'],
  rules: [
    {
      field: 'value',
      code: 'FORMAT',
      message: 'must be of the given type: 30 for INT, 2.5 for DEC, true or false for BOOL',
      check: row => forms[row.valueType].test(row.value),
    },
    {
      field: 'value',
      message: 'must be 1 to 50 MB: a file waits in memory while it is looked at',
      check: row => row.key !== 'upload.max_mb' || (Number(row.value) >= 1 && Number(row.value) <= 50),
    },
    {
      field: 'value',
      message: 'must be 1 to 100 MB: a file waits in memory while its rows are read',
      check: row => row.key !== 'import.max_mb' || (Number(row.value) >= 1 && Number(row.value) <= 100),
    },
    {
      field: 'value',
      message: 'must be 1 to 1000000: a sheet has no more rows',
      check: row => row.key !== 'upload.max_rows' || (Number(row.value) >= 1 && Number(row.value) <= 1_000_000),
    },
    {
      field: 'value',
      code: 'FORMAT',
      message: 'must be the digits of the DLT entity id, 8 to 30, or - for none',
      check: row => row.key !== 'sms.entity_id' || /^(-|\d{8,30})$/.test(row.value),
    },
    {
      field: 'value',
      code: 'FORMAT',
      message: 'must be the header that is registered with DLT, three to six letters or digits, or - for none',
      check: row => row.key !== 'sms.header' || /^(-|[A-Za-z0-9]{3,6})$/.test(row.value),
    },
    {
      field: 'value',
      code: 'FORMAT',
      message: 'must be an https address without a path, such as https://bilty.in, or - for that of the portal',
      check: row => row.key !== 'sms.link_address' || row.value === '-' || isOrigin(row.value),
    },
  ],
  access: appSettings,
  everyRow: ['DISPATCH'],
  movesMoney: { key: moneySettings },
})
