import { sourcing } from '../access.ts'
import { effectivePeriod, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { channel } from '../settings/channel.ts'
import { plant } from '../settings/plant.ts'
import { sbu } from './sbu.ts'
import { usedThisMonth } from './used-this-month.ts'

/** Sourcing step S6, the last resort. */
export const defaultSupplyPlant = resource({
  group: 'masters',
  name: 'default-supply-plant',
  title: 'Default Supply Plant',
  purpose: 'The plant that supplies an SBU when no CnF rule applies.',
  fields: {
    sbuId: reference(sbu),
    channelId: reference(channel, {
      optional: true,
      hint: 'Leave empty for every channel; a row with a channel takes precedence',
    }),
    plantId: reference(plant),
    ...effectivePeriod(),
  },
  key: ['sbuId', 'channelId'],
  display: ['sbuId', 'channelId'],
  list: ['sbuId', 'channelId', 'plantId', 'usedThisMonth', 'validFrom', 'validTo'],
  computed: { usedThisMonth },
  sort: ['sbuId'],
  access: sourcing,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { sbuId: 'sbuId', channelId: 'channelId' } },
})
