import { expect, it } from 'vitest'
import { sapSettings } from '../../resources/settings/sap-settings.ts'
import { businessSettingFault, settingGroups } from '../../resources/settings/setting-groups.ts'
import { settings } from '../../resources/settings/settings.ts'

it('every setting is on one page, in one group, with a label and what reads it', () => {
  const business = settingGroups.flatMap(group => group.settings)
  const placed = [...business, ...sapSettings.flatMap(group => group.settings)].map(({ key }) => key)
  expect([...placed].sort()).toEqual(Object.keys(settings).sort())
  expect(business.filter(({ label, readBy }) => !label || !readBy)).toEqual([])
})

it('a number says its unit', () => {
  const numbers = settingGroups
    .flatMap(group => group.settings)
    .filter(({ key }) => ['count', 'rupees', 'percent'].includes(settings[key].kind))
  expect(numbers.filter(({ unit }) => !unit).map(({ key }) => key)).toEqual([])
})

it('the GSTIN of the company and the address for answers look like one, or are a dash', () => {
  expect(businessSettingFault('company.gstin', '-')).toBeNull()
  expect(businessSettingFault('company.gstin', '27AAPFU0939F1ZV')).toBeNull()
  expect(businessSettingFault('company.gstin', '27AAPFU')).toBe(
    'Company GSTIN must be a GSTIN of 15 characters, or - for none',
  )
  expect(businessSettingFault('mail.reply_to', 'orders@company.in')).toBeNull()
  expect(businessSettingFault('mail.reply_to', 'the desk')).toBe(
    'Answers to mails must be an e-mail address, or - for none',
  )
})
