import { describe, expect, it } from 'vitest'
import { sapSettingFault, sapSettings } from '../../resources/settings/sap-settings.ts'
import { settings } from '../../resources/settings/settings.ts'

const shown = sapSettings.flatMap(group => group.settings)

describe('the page of SAP settings', () => {
  it('shows every setting of SAP, each once', () => {
    const ofSap = Object.keys(settings).filter(key => key.startsWith('sap.'))
    expect(shown.map(({ key }) => key).sort()).toEqual(ofSap.sort())
  })

  it('takes the standard value of each', () => {
    expect(shown.map(({ key }) => sapSettingFault(key, settings[key].standard)).filter(Boolean)).toEqual([])
  })

  it('refuses a value that SAP would not know, with a sentence', () => {
    expect(sapSettingFault('sap.price_condition_type', 'net price')).toBe(
      'Condition type of the net price must be a condition type of four characters, such as PR00',
    )
  })
})
