// The inventory of the payers' pages' scripts: that it is complete, and true of the pages as they are drawn.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCheckoutFiles } from '../src/pages/checkout/assets.ts'
import { renderPage } from '../src/pages/checkout/render/render-page.ts'
import { inventoryNameOf, pageScripts } from '../src/pages/checkout/script-inventory.ts'
import { samplePages } from './support/builders/sample-pages.ts'

describe("the inventory of the payers' pages' scripts", () => {
  const scripts = pageScripts()

  it('lists for each page exactly the files that the page names, with the hash in the page', () => {
    const assets = readCheckoutFiles()
    for (const [name, view] of Object.entries(samplePages)) {
      const page = renderPage(view, assets)
      // A merchant's own colours are a style sheet that is generated, one for each colour and font.
      const named = [
        ...page.matchAll(/(?:src|href)="(\/checkout\/assets\/\w+\/(?!brand\/)[^"]+\.(?:js|css))" integrity="([^"]+)"/g),
      ]
      const listed = scripts.filter(({ usedBy }) => usedBy.includes(inventoryNameOf(view)))
      assert.deepEqual(
        named.map(([, path, hash]) => `${path} ${hash}`).toSorted(),
        listed.map(({ path, sha384 }) => `${path} ${sha384}`).toSorted(),
        name,
      )
    }
  })

  it('has every file once, none empty, none unused', () => {
    assert.equal(new Set(scripts.map(({ path }) => path)).size, scripts.length)
    for (const { path, bytes, sha384, usedBy } of scripts) {
      assert.ok(bytes > 0 && usedBy.length > 0, path)
      assert.match(sha384, /^sha384-[A-Za-z0-9+/]{64}$/)
    }
  })
})
