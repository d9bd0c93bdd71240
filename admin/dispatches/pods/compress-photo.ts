/** Pixels of the longer side, at which a stamp and a signature are still read well. */
const LONGEST = 2000
const QUALITY = 0.8

const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /hei[cf]/.test(type)
const isPicture = (file: File) => /^image\//.test(file.type) || /\.(jpe?g|png)$/i.test(file.name) || isHeic(file)

/** Why a file cannot be sent, as a sentence. */
export class UnfitFile extends Error {}

/**
 * Returns a photo small enough for a phone's connection, upright and without what the camera wrote beside it; a PDF as it
 * is. Throws `UnfitFile` for a file that is neither, or that the browser cannot open.
 */
export async function compressPhoto(file: File): Promise<File> {
  if (/\.pdf$/i.test(file.name) || file.type === 'application/pdf') return file
  if (!isPicture(file)) throw new UnfitFile('Choose a photo (JPG, PNG) or a PDF.')
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnfitFile(
      isHeic(file)
        ? 'This browser cannot open HEIC photos: take the photo here, or set the camera to “Most compatible”.'
        : 'The picture cannot be opened: take it again.',
    )
  })
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const small = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!small) throw new UnfitFile('The picture is too large for this browser: send it as PDF.')
  return new File([small], file.name.replace(/(\.[^.]*)?$/, '.jpg'), { type: 'image/jpeg' })
}
