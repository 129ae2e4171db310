/**
 * The web's standards that every runtime has, as far as pure packages use them. These are type-checked without a platform's types.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label: "utf-8", options: { readonly fatal: boolean; readonly ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}
/** Base64 of a text that has one character per byte. */
declare function btoa(bytes: string): string;
interface AbortSignal {
  readonly aborted: boolean;
}
