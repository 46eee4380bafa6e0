// Short soft sounds, made here: whoever has one to make dispatches `sound` with its name. None before this browser was asked
// for them ([data-kept=sound], see tell.js), and none where it refuses them.

const loudest = 0.1;
const latest = 400; // milliseconds after which a sound would belong to nothing
/** Of each part: the wave, or noise; its pitch in Hz; when it begins and how long it fades, in seconds. */
const sounds = {
  turn: [["sine", 660, 0, 0.4]],
  dice: [["noise", 2400, 0, 0.05], ["noise", 1700, 0.07, 0.05], ["noise", 2100, 0.13, 0.06], ["noise", 1500, 0.2, 0.08]],
  card: [["noise", 3600, 0, 0.12]],
  build: [["triangle", 196, 0, 0.1], ["triangle", 147, 0.11, 0.14]],
  trade: [["sine", 1319, 0, 0.12], ["sine", 1760, 0.08, 0.22]],
  hammer: [["noise", 700, 0, 0.05], ["triangle", 98, 0, 0.2]],
};
let context = null;

const isAsked = () => { try { return localStorage.getItem("sound") === "on"; } catch { return false; } };

function source(wave, pitch, length) {
  if (wave !== "noise") return new OscillatorNode(context, { type: wave, frequency: pitch });
  const { sampleRate } = context;
  const buffer = new AudioBuffer({ length: Math.ceil(length * sampleRate), sampleRate });
  buffer.copyToChannel(Float32Array.from(buffer.getChannelData(0), () => Math.random() * 2 - 1), 0);
  return new AudioBufferSourceNode(context, { buffer });
}

function make([wave, pitch, start, length]) {
  const at = context.currentTime + start;
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(loudest, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
  const voice = source(wave, pitch, length);
  const tone = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch });
  voice.connect(tone).connect(loudness).connect(context.destination);
  voice.start(at);
  voice.stop(at + length);
}

document.addEventListener("sound", async ({ detail: name }) => {
  if (!isAsked() || !sounds[name]) return;
  try {
    context ??= new AudioContext();
    const asked = performance.now();
    await context.resume(); // which waits for a first press, as browsers have it
    if (performance.now() - asked < latest) sounds[name].forEach(make);
  } catch { /* then it is only shown */ }
});
