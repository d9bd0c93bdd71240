import { expect, it } from 'vitest'
import { sapSettings } from '../../resources/settings/sap-settings.ts'
import { settingGroups } from '../../resources/settings/setting-groups.ts'
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
