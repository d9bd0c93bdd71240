import { appSetting } from '../../resources/settings/app-setting.ts'
import { backgroundWork } from '../../resources/settings/background-work.ts'
import { messageTemplate } from '../../resources/settings/message-template.ts'
import { paymentAccount } from '../../resources/settings/payment-account.ts'
import { plant } from '../../resources/settings/plant.ts'
import { productPrice } from '../../resources/settings/product-price.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { checkSettings } from './app-setting.ts'
import { backgroundWorkQuery } from './background-work.ts'
import { checkTemplates, sendTests } from './message-template.ts'
import { checkPaymentAccounts } from './payment-account.ts'
import { checkPlants } from './plant.ts'
import { checkPriceUnits } from './product-price.ts'
import { removeExpired, removeInTime } from './retention/remove-expired.ts'
import { removeImportFiles, removeLeftOutPods, removeSapReadings } from './retention/remove-rows.ts'
import { tellGuardedChanges } from './tell-guarded-changes.ts'

extend(appSetting, { check: checkSettings, guardedChange: tellGuardedChanges(appSetting) })
extend(messageTemplate, { check: checkTemplates, actions: { sendTest: sendTests } })
extend(plant, { check: checkPlants })
extend(productPrice, { check: checkPriceUnits })
extend(paymentAccount, { check: checkPaymentAccounts, guardedChange: tellGuardedChanges(paymentAccount) })

extend(backgroundWork, { query: backgroundWorkQuery })

removeInTime({
  importFiles: removeImportFiles,
  leftOutPods: removeLeftOutPods,
  sapReadings: removeSapReadings,
})

/** The settings of the company, and how long rows are kept. */
export const settingsRoom: Room = {
  nightly: ({ home }) => [{ name: 'retention', at: '02:00', work: db => removeExpired(db, home) }],
}
