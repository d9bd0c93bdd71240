import { readFile } from 'node:fs/promises'
import { today } from '../api/platform/clock.ts'
import { saveFile } from '../api/platform/stored-files.ts'
import { addDays, instantOf } from '../resources/define/dates.ts'
import { attachment } from '../resources/platform/attachment.ts'
import { banner } from '../resources/shipment-tracking/banner.ts'
import type { SeedWriter } from './seed-writer.ts'

const running = [
  {
    title: 'Holiday dispatch calendar: no dispatches on 26 January',
    picture: 'banner-holidays.png',
    placement: 'LOGIN',
  },
  { title: 'Multiplex panels from December: ask your account owner', picture: 'banner-panels.png', placement: 'HOME' },
  { title: 'No dispatches on 26 January: order by the 23rd', picture: 'banner-holidays.png', placement: 'HOME' },
  { title: 'Holiday dispatch calendar for shipments', picture: 'banner-holidays.png', placement: 'TRACKING' },
  {
    title: 'Distributors: Multiplex panels count towards your target',
    picture: 'banner-panels.png',
    placement: 'DEALER',
  },
] as const

/**
 * Pictures on the login, home, tracking and distributor pages, running for a quarter from today; their files are saved in `home`.
 */
export async function writeBanners({ write }: SeedWriter, home: string): Promise<void> {
  for (const [place, { title, picture, placement }] of running.entries()) {
    const bytes = await readFile(new URL(picture, import.meta.url))
    const stored = await saveFile(home, bytes)
    const [fileName, mimeType] = [picture, 'image/png']
    await write(attachment, [
      {
        ownerType: 'BANNER',
        title,
        fileName,
        mimeType,
        sizeBytes: stored.size,
        sha256: stored.sha256,
        storageKey: stored.key,
      },
    ])
    await write(banner, [
      {
        title,
        imageAttachment: stored.key,
        placement,
        sortNo: (place + 1) * 10,
        validFrom: instantOf(today()),
        validTo: `${addDays(today(), 90)}T18:30:00.000Z`,
      },
    ])
  }
}
