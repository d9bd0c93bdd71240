import type { Knex } from 'knex'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { sapCodeText } from '../../../resources/masters/sap-code-text.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { messageTemplate } from '../../../resources/settings/message-template.ts'
import { type SettingKey, settings, valueTypeOf } from '../../../resources/settings/settings.ts'

/** The texts of SAP's codes, the mails about holds and the settings, as a first start brings them. */
export async function seededRows(db: Knex): Promise<void> {
  const author = systemAuthor('test')
  const texts = [
    { field: 'DELIVERY_BLOCK', code: '01', staff: 'credit limit' },
    { field: 'DELIVERY_BLOCK', code: '04', staff: 'export papers missing' },
    { field: 'BILLING_BLOCK', code: '08', staff: 'credit memo to be checked' },
    { field: 'REJECTION', code: '01', staff: 'delivered too late' },
    { field: 'REJECTION', code: '50', staff: 'being checked' },
  ] as const
  await insertRows(db, sapCodeText, [...texts], author)
  const mails = ['ORDER_HELD', 'HOLD_ESCALATED', 'ORDER_CHANGED', 'CHANGED_IN_SAP'].map(code => ({
    code,
    medium: 'EMAIL' as const,
    subject: code,
    body: '{reason}',
  }))
  await insertRows(db, messageTemplate, mails, author)
  const rows = (Object.keys(settings) as SettingKey[]).map(key => ({
    key,
    value: settings[key].standard,
    valueType: valueTypeOf(key),
    confirmStatus: 'CONFIRMED' as const,
  }))
  await insertRows(db, appSetting, rows, author)
}
