import { useState } from 'react'
import { compressPhoto, UnfitFile } from '../dispatches/pods/compress-photo.ts'
import { Icon } from '../shell/menu/icons.tsx'
import '../dispatches/pods/pods.css'

/** Takes photos by the camera of a phone, or files, one after another. */
export function FilesInput(input: {
  id: string
  legend: string
  files: readonly File[]
  most: number
  error: string | undefined
  onChange: (files: File[]) => void
  /** Told while photos are made smaller: what is sent meanwhile would lack them. */
  onBusy: (busy: boolean) => void
}) {
  const { id, files, most } = input
  const [problem, setProblem] = useState('')

  async function take(box: HTMLInputElement) {
    setProblem('')
    input.onBusy(true)
    try {
      const chosen = await Promise.all([...(box.files ?? [])].map(compressPhoto))
      if (files.length + chosen.length > most) setProblem(`At most ${most} files can be sent.`)
      input.onChange([...files, ...chosen].slice(0, most))
    } catch (error) {
      if (!(error instanceof UnfitFile)) throw error
      setProblem(error.message)
    } finally {
      input.onBusy(false)
      // The same file may be chosen again.
      box.value = ''
    }
  }

  const word = problem || input.error
  return (
    <fieldset className="photo-input">
      <legend className="field-label">{input.legend}</legend>
      <div className="photo-buttons">
        <input
          id={id}
          className="for-readers"
          type="file"
          multiple={most > 1}
          accept=".pdf,.jpg,.jpeg,.png,.heic,.heif,image/*,application/pdf"
          aria-describedby={`${id}-says`}
          onChange={({ target }) => void take(target)}
        />
        <label htmlFor={id} className="photo-button is-second">
          <Icon name="upload" /> Add photo or file
        </label>
      </div>
      <p id={`${id}-says`} role="status" className={word ? 'field-error' : 'quiet'}>
        {word || (files.length === 0 ? 'JPG, PNG or PDF' : files.map(({ name }) => name).join(', '))}
      </p>
      {files.length > 0 && (
        <button type="button" className="photo-button is-second" onClick={() => input.onChange([])}>
          Remove {files.length === 1 ? 'the file' : `${files.length} files`}
        </button>
      )}
    </fieldset>
  )
}
